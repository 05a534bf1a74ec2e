/** GNU programs that macOS and BSD have under a name with a `g` before it (Homebrew, MacPorts, ports). Not those that are another program: `gpr`, `gid`. */
const GNU: ReadonlySet<string> = new Set(
  [
    'base64 basename cat chgrp chmod chown chroot cksum comm cp csplit cut date dd df dirname du echo env expand expr factor find fold grep egrep fgrep',
    'head install join kill link ln locate ls md5sum mkdir mkfifo mknod mktemp mv nice nl nohup numfmt paste printenv printf pwd readlink',
    'realpath rm rmdir sed seq sha1sum sha256sum sha512sum shred shuf sleep sort split stat stdbuf stty sum sync tac tail tar tee timeout touch',
    'tr truncate tsort uname unexpand uniq unlink updatedb wc whoami xargs yes',
  ].flatMap((line) => line.split(' ')),
);

/** `timeout` of `gtimeout`. Other names as they are. */
export function withoutGnuPrefix(name: string): string {
  return name.startsWith('g') && GNU.has(name.slice(1)) ? name.slice(1) : name;
}

/** The program that a command starts, without its folder, by the name that the tables have. */
export function programName(word: string): string {
  return withoutGnuPrefix(word.replace(/^.*\//u, ''));
}
