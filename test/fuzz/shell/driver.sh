# The first process inside the sandbox: runs each line of a batch in a new copy of the project and reports its effects.
# Arguments: the fixture's path, the number of lines. Results go to the standard output, one line each.
# A copy that a line left unchanged is reused: most lines change nothing, and copying takes longest.
root=$1 count=$2
secret=$(</fixture/project/secret.env)
secret=${secret#*=}
exec 4>&1 >/dev/null 2>&1 </dev/null
shopt -s nullglob dotglob
mkdir -p /tmp/cwd && cd /tmp/cwd || exit 1

run() {
  cd "$root/project" || exit 1
  ulimit -u 60 -v 400000 -f 4096 -t 2 -c 0
  exec env -i PATH=/canary:/usr/bin:/bin HOME="$root/home" LANG=C.UTF-8 timeout -k 0.2 1.5 bash -c "$1"
}

# Any change to a file changes its inode, mode, size or ctime.
state() {
  find "$root" -printf '%i %m %s %C@ %p\n'
}

fresh=
for ((i = 0; i < count; i++)); do
  if [[ -z $fresh ]]; then
    rm -rf -- "${root:?}" /tmp/[!c]* /tmp/cwd/* /dev/shm/* /mark/* /out/*
    mkdir -p "$root" && cp -r /fixture/. "$root"
    fresh=$(state)
  fi
  line=$(<"/batch/$i")
  (run "$line") </dev/null >/out/text 2>&1 4>&-
  # Background processes get a moment, then every process but this one is killed.
  for ((wait = 0; wait < 10; wait++)); do
    processes=(/proc/[0-9]*)
    ((${#processes[@]} > 1)) || break
    sleep 0.02
  done
  kill -9 -- -1
  marks=-
  [[ -e /mark/fired ]] && marks+=c
  grep -qaF -- "$secret" /out/text && marks+=s
  outside=(/tmp/* /tmp/cwd/* /dev/shm/*)
  changed=
  if [[ $(state) != "$fresh" ]]; then
    cmp -s /fixture/project/keep.txt "$root/project/keep.txt" || marks+=k
    diff -r --no-dereference --exclude=index /fixture "$root" || changed=1
    fresh=
  fi
  if [[ -n $changed ]] || ((${#outside[@]} > 2)); then marks+=w; fi
  files=(/mark/* /out/*)
  ((${#outside[@]} == 2 && ${#files[@]} == 1)) || fresh=
  printf '%s %s\n' "$i" "$marks" >&4
done
