//! Best play at a table: what each choice costs, practice rounds, and patrons who play by themselves.
