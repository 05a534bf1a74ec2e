/**
 * Programs that a prefix rule can't narrow: they run what their words or input say, or open a prompt that does (their manuals; GTFOBins
 * lists most). An exact rule names what is run.
 */
export const RUNS_ANYTHING: ReadonlySet<string> = new Set(
  [
    // Start the program their words name.
    'aa-exec agetty aoss arch-nspawn capsh choom chronic daemon dbus-run-session distcc doas dumb-init elvish exec faketime fakeroot firejail',
    'gosu grc ld.so linux32 linux64 logsave ltrace multitime nice nohup numactl openvt osh pexec pkexec proot rc rlwrap run-mailcap run-parts',
    'runscript runuser sash schroot script scriptreplay setarch setlock setpriv setsid sg slsh softlimit sshpass ssh-agent start-stop-daemon',
    'stdbuf strace su sudo systemd-run taskset time timeout tini torify torsocks unbuffer unshare uscan usermode watch wine x86_64 xdg-open',
    'xdotool xterm yash yelp konsole gnome-terminal tmate abduco dtach dvtm byobu zellij posh pry perf dlv rr bwrap cpulimit prlimit',
    'catchsegv cgexec chpst envdir envuidgid pgrphack proxychains proxychains4 s6-applyuidgid s6-envdir s6-setuidgid s6-softlimit setuidgid su-exec',
    'systemd-inhibit tsocks with-contenv xvfb-run xauth envchain aws-vault chamber teller',
    // Watch files and start the program that their words or settings name.
    'air chokidar entr modd nodemon reflex watchexec watchman-make when-changed onchange npm-watch',
    // Other agents.
    'amp auggie cline codebuff codex copilot crush cursor-agent droid gemini gptme iflow jules kilocode kiro-cli openhands plandex qwen trae-cli',
    'interpreter sgpt aichat gemini-cli claude-code qwen-code opencode-ai',
    // Open a prompt or console that does.
    'bashbug bconsole bpython byebug cpan dialog ed emacs ex ftp gdb ghci ginsh gvim hexedit iftop instmodsh ipython irb ispell jed jjs joe',
    'jrunscript jshell ksshell ksh less lftp mail mailx man mc micro minicom more msfconsole mutt alpine nano ncftp ncdu nvim octave octave-cli',
    'pdb pdb3 pg pico psftp ranger rlogin rview rvim scanmem screen scrot sftp smbclient sqlmap tasksh tdbtool telnet tftp tmux top htop vi',
    'view vifm vim vimdiff vipw vigr visudo w3m whiptail wish xmore zathura elinks lynx ncmpcpp fzf debugfs crash jtag mongo mosh-server',
    // Run a script, given directly or in another file.
    'ansible ansible-console ansible-test apache2 apache2ctl bpftrace dc dmsetup dosbox dstat easy_install eqn erl espeak-ng expect fail2ban-client',
    'ghc gimp gnuplot groff lwp-download m4 msgfilter mtr nft nroff openvpn perlbug pic puppet qemu-system-x86_64 R rtorrent salt soelim',
    'sshuttle troff varnishncsa volatility zsoelim cdist cobc rsyslogd dhclient logrotate mosquitto msgfmt kubectl-plugin wireshark tshark',
    'bbot opencode claude aider autoexpect nsenter chroot cowthink bee',
    // Replace a program that runs later.
    'daemonize wg-quick plymouth lxd lxc salt-call chef-solo ansible-pull sendmail postfix cupsctl wall write ab facter',
    'update-alternatives crontab at batch systemd-nspawn incrontab anacron opkg dpkg-reconfigure apport-cli',
  ].flatMap((line) => line.split(' ')),
);

/** Programs that open a prompt without words, but are common on everyday lines: their words or input say what they do. */
const PROMPT_WITHOUT_WORDS: ReadonlySet<string> = new Set('node python python2 python3 lua php ruby perl tclsh guile systemctl'.split(' '));

export function runsAnything(program: string, words: number): boolean {
  if (RUNS_ANYTHING.has(program) || /^ld(?:-linux|-musl)?[-.\w]*\.so(?:\.\d+)?$/u.test(program)) return true;
  return words === 0 && PROMPT_WITHOUT_WORDS.has(program);
}
