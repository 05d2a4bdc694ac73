//! Every integration test of `rulebook`: one program, so that it is linked once.

mod broken_lines;
mod house_file;
mod readings;
mod regulators_arithmetic;
mod room_books;
mod room_files;
mod room_irregularities;
