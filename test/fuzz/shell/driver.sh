# The first process inside the sandbox: runs each line of a batch in a fresh copy of the project and says what it did.
# Arguments: the fixture's path, the number of lines. Results go to the standard output, one line each.
root=$1 count=$2
secret=$(</fixture/project/secret.env)
secret=${secret#*=}
exec 4>&1 >/dev/null 2>&1 </dev/null
mkdir -p /tmp/cwd && cd /tmp/cwd || exit 1

run() {
  cd "$root/project" || exit 1
  ulimit -u 60 -v 400000 -f 4096 -t 2 -c 0
  exec env -i PATH=/canary:/usr/bin:/bin HOME="$root/home" LANG=C.UTF-8 timeout -k 0.2 1.5 bash -c "$1"
}

for ((i = 0; i < count; i++)); do
  rm -rf -- "${root:?}" /tmp/[!c]* /mark/* /out/*
  mkdir -p "$root" && cp -r /fixture/. "$root"
  line=$(<"/batch/$i")
  (run "$line") </dev/null >/out/text 2>&1 4>&-
  # What runs in the background gets a moment, then everything but this process ends.
  for ((wait = 0; wait < 10; wait++)); do
    processes=(/proc/[0-9]*)
    ((${#processes[@]} > 1)) || break
    sleep 0.02
  done
  kill -9 -- -1
  marks=-
  [[ -e /mark/fired ]] && marks+=c
  grep -qaF -- "$secret" /out/text && marks+=s
  cmp -s /fixture/project/keep.txt "$root/project/keep.txt" || marks+=k
  others=(/tmp/*)
  if ((${#others[@]} > 2)) || ! diff -r --no-dereference --exclude=index /fixture "$root"; then marks+=w; fi
  printf '%s %s\n' "$i" "$marks" >&4
done
