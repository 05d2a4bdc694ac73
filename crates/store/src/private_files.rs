//! Files that only their owner may read: a log names people and what they hold.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

/// What others than the owner may do, which is nothing.
#[cfg(unix)]
const OTHERS: u32 = 0o077;

/// Makes what is created by these options the owner's alone, whatever the umask says.
pub fn owner_only(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

/// Takes a file of a store, and those that SQLite keeps beside it, from everybody but its owner. What cannot be changed
/// belongs to somebody else, who has decided.
pub(crate) fn tighten(path: &Path) {
    #[cfg(unix)]
    for end in ["", "-wal", "-shm", ".lock"] {
        use std::os::unix::fs::PermissionsExt;
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        let name = PathBuf::from(name);
        let Ok(about) = std::fs::metadata(&name) else { continue };
        let mut mode = about.permissions();
        if mode.mode() & OTHERS != 0 {
            mode.set_mode(mode.mode() & !OTHERS);
            let _ = std::fs::set_permissions(&name, mode);
        }
    }
}
