/** Programs that run another one in an environment, after a verb like `run` or `exec`. */
export const ENVIRONMENT_RUNNERS: readonly string[] =
  'poetry pipenv pdm hatch rye pixi doppler infisical dotenvx uv conda bundle mise direnv devbox asdf nvm rbenv pyenv corepack nix'.split(
    ' ',
  );

/** Programs that run scripts in their own language, which may be given in an option. */
export const INTERPRETERS: readonly string[] =
  'python python2 python3 node nodejs deno bun perl ruby php lua Rscript osascript tclsh guile pwsh powershell'.split(' ');

/** Programs whose words name tasks, not commands. */
export const TASK_RUNNERS: ReadonlySet<string> = new Set('npm pnpm yarn bun make cargo go gh pip pip3 gradle mvn just rake git'.split(' '));
