/**
 * Names whose content is obeyed by programs that a person runs for another purpose: git showing a log, an editor opening the folder, a
 * shell starting, another agent, a build service. Not included: the project's visible build files (`package.json`, `Makefile`,
 * `tsconfig.json`, `conftest.py`, lint and test settings), plain version numbers (`.nvmrc`), layout (`.editorconfig`), and prose
 * instructions (`AGENTS.md`). Sources: Claude Code's documented list and the programs' manuals. Lower case; `*` matches anything within a
 * name.
 */

const names = (...lists: readonly string[]): readonly string[] => lists.join(' ').split(' ');

/** Includes everything below them. */
export const PROTECTED_FOLDERS = names(
  // Version control and its hooks.
  '.git .githooks .git-hooks .husky .lefthook .lefthook-local .hg .svn .jj .sl .bzr',
  // Editors and IDEs.
  '.vscode .idea .run .fleet .zed .vs .vim .nvim .emacs.d .helix .theia .nova .settings .externaltoolbuilders .devcontainer .codesandbox .idx',
  // Package managers, build tools and version managers: files read on every command.
  '.cargo .yarn .mvn .m2 .gradle .bundle .mise .volta .direnv .terraform .terraform.d .ipython .jupyter',
  // Agents.
  '.claude .agent .agents .amazonq .amp .antigravity .augment .cline .clinerules .codebuddy .codeium .codex .continue .copilot .crush .cursor .factory',
  '.gemini .goose .iflow .junie .grok .kilocode .kiro .mux .pi .opencode .openhands .qodo .qwen .roo .rovodev .serena .tabnine .trae .warp .windsurf .zencoder',
  // CI services.
  '.circleci .buildkite .woodpecker .semaphore .teamcity .azure-pipelines .azuredevops .tekton .harness .builds .zuul.d',
  // Keys and accounts.
  '.ssh .gnupg .aws .azure .gcloud .kube .docker',
);

/** Folders inside another folder. */
export const PROTECTED_NESTED: ReadonlyMap<string, readonly string[]> = new Map([
  [
    '.config',
    names(
      'git jj gh fish nushell zsh powershell systemd environment.d autostart direnv mise nvim vim helix zed emacs tmux pip opencode goose gcloud',
    ),
  ],
  ['.github', names('workflows actions hooks')],
  ['.gitea', names('workflows actions')],
  ['.forgejo', names('workflows actions')],
  ['.gitlab', names('ci')],
  ['.local', names('bin')],
  ['library', names('launchagents launchdaemons')],
]);

export const PROTECTED_FILES = names(
  // Version control and its hooks.
  '.gitconfig .gitmodules .gitattributes .lfsconfig .hgrc .pre-commit-config.yaml .pre-commit-config.yml lefthook*.yml lefthook*.yaml lefthook*.toml',
  'lefthook*.json .lefthook*.yml .lefthook*.yaml .lefthook*.toml .lefthook*.json .overcommit.yml captainhook.json .simple-git-hooks.* simple-git-hooks.*',
  '.lintstagedrc .lintstagedrc.*',
  // Shells, terminals and what they start.
  '.bashrc .bash_profile .bash_login .bash_aliases .bash_logout .bash_completion .zshrc .zprofile .zshenv .zlogin .zlogout .kshrc .mkshrc .cshrc .tcshrc',
  '.login .logout .profile .xprofile .xinitrc .xsession .xsessionrc .xresources .pam_environment .envrc .direnvrc .autoenv .autoenv.zsh .inputrc .editrc',
  '.tmux.conf .screenrc .xonshrc .lesskey .lessfilter .mailcap',
  // Editors and IDEs.
  '*.code-workspace *.sublime-project *.sublime-workspace *.sublime-build *.ipr *.iws .project .vimrc .gvimrc .exrc .nvimrc .nvim.lua .lazy.lua .lvimrc .local.vimrc',
  '.ideavimrc .nanorc .emacs .dir-locals.el .dir-locals-2.el .kateproject .ycm_extra_conf.py .luarc.json .luarc.jsonc pyrightconfig.json .devcontainer.json .gitpod.yml',
  '.gitpod.dockerfile .replit .stackblitzrc',
  // Package managers, build tools and version managers: files read on every command.
  '.npmrc .yarnrc .yarnrc.yml .pnp.cjs .pnp.loader.mjs .pnpmfile.cjs .pnpmfile.mjs bunfig.toml .bunfig.toml .bazelrc .bazelversion .bazeliskrc .buckconfig',
  'gradle-wrapper.properties maven-wrapper.properties .sbtopts .sbtrc .jvmopts .mavenrc pip.conf .condarc .gemrc .terraformrc .ansible.cfg mise.toml mise.*.toml',
  '.mise.toml .mise.*.toml .rtx.toml .tool-versions .asdfrc .prototools rust-toolchain rust-toolchain.toml',
  // Interpreters, debuggers and clients: files read at startup.
  'sitecustomize.py usercustomize.py pyvenv.cfg .pythonrc .pythonrc.py .pystartup .pdbrc .pdbrc.toml .pydistutils.cfg .irbrc .pryrc .rdbgrc .byebugrc .octaverc .rprofile .renviron',
  '.perldb .ghci .ocamlinit .iex.exs .erlang .user.ini .gdbinit .lldbinit .sqliterc .psqlrc .my.cnf .ripgreprc .ackrc .ctags .curlrc .wgetrc',
  // Agents.
  '.mcp.json mcp.json .claude.json opencode.json opencode.jsonc .opencode.json crush.json .crush.json .aider* .roomodes .kilocodemodes gptme.toml',
  // CI services.
  '.gitlab-ci.yml .gitlab-ci.yaml .travis.yml appveyor.yml .appveyor.yml azure-pipelines*.yml azure-pipelines*.yaml bitbucket-pipelines.yml jenkinsfile',
  'jenkinsfile.* .drone.yml .drone.yaml .woodpecker.yml .woodpecker.yaml .cirrus.yml .build.yml .zuul.yaml codemagic.yaml bitrise.yml buildspec.yml',
  'buildspec.yaml cloudbuild.yml cloudbuild.yaml',
  // Keys and accounts.
  '.netrc .pypirc .pgpass .boto .s3cfg .dockercfg .rhosts .shosts .forward .procmailrc',
);

/** Read only in Python's package folders; elsewhere a file of that name is usually a model. */
export const PROTECTED_IN_PACKAGES = { folders: new Set(names('site-packages dist-packages')), suffix: '.pth' } as const;
