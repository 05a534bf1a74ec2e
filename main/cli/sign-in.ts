import { homedir } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { realFolder } from '#main/engine/project/folders.ts';
import { McpProjects } from '#main/engine/project/mcp-projects.ts';
import { OpenProject } from '#main/engine/project/open-project.ts';
import { openStateDir } from '#main/engine/state-dir.ts';
import type { ServerSignIn } from '#main/mcp/sign-in/server-sign-in.ts';
import { readShellEnvironment } from '#main/settings/shell-env.ts';
import { printableLine } from '#shared/printable.ts';
import { folder, parseArguments } from './parse-arguments.ts';
import { EXIT, printError, UsageError } from './usage.ts';

const OPTIONS = { project: { type: 'string' }, 'mcp-config': { type: 'string', multiple: true } } as const;

/** Signs in to an MCP server of a folder, for runs without a window. */
export async function signIn(args: readonly string[], { stdin, stdout, env }: NodeJS.Process): Promise<number> {
  const { values, positionals } = parseArguments(args, OPTIONS, { allowPositionals: true });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError('sign-in needs the name of one MCP server.');
  const homeDir = homedir();
  const stateDir = openStateDir(env, homeDir);
  const userEnv = readShellEnvironment({ env }).then(({ env: own }) => own);
  const mcpProjects = new McpProjects({ stateDir, env, userEnv, acceptsDefinitions: false });
  let changed = (): void => undefined;
  const project = new OpenProject({
    projectDir: await realFolder(folder(values.project ?? '.', '--project')),
    homeDir,
    stateDir,
    env,
    demo: false,
    cliSettings: { mcpConfigs: values['mcp-config'], cwd: process.cwd() },
    mcpProjects,
    onMcpChange: () => changed(),
  });
  try {
    await project.mcp?.ready(new AbortController().signal, true);
    const row = project.mcp?.list().find((one) => one.name === name);
    const server = project.mcp?.signIn(name);
    if (!server || !server.state) {
      printError(
        row
          ? `${name} (${row.state.replaceAll('_', ' ')}) doesn’t ask for a sign-in. ${row.reason ?? ''}`.trim()
          : `No MCP server here is called ${name}.`,
      );
      return EXIT.failed;
    }
    const state = await untilEnded(server, (listener) => (changed = listener), { stdin, stdout });
    if (state?.kind === 'signed_in' && state.problem === undefined) {
      stdout.write(`Signed in at ${state.host}.\n`);
      return EXIT.success;
    }
    printError(`Signing in to ${name} didn’t work. ${state && 'problem' in state ? (state.problem ?? '') : ''}`.trim());
    return EXIT.failed;
  } finally {
    await project.dispose();
    mcpProjects.dispose();
  }
}

/** Shows the page, and takes a pasted address meanwhile. */
async function untilEnded(
  server: ServerSignIn,
  onChange: (listener: () => void) => void,
  { stdin, stdout }: Pick<NodeJS.Process, 'stdin' | 'stdout'>,
): Promise<ServerSignIn['state']> {
  const { promise, resolve } = Promise.withResolvers<ServerSignIn['state']>();
  let shown = '';
  onChange(() => {
    const { state } = server;
    if (state?.kind === 'waiting' && state.url !== shown) {
      shown = state.url;
      stdout.write(`Open this page in your browser, and sign in there:\n\n${printableLine(state.url)}\n\n`);
      stdout.write('If the browser is on another machine and ends at an address that it can’t open, paste that address here.\n');
    }
    if (state === undefined || state.kind === 'needed' || state.kind === 'signed_in') resolve(state);
  });
  const lines = createInterface({ input: stdin });
  lines.on('line', (line) => {
    if (line.trim() !== '' && !server.receive(line)) stdout.write('That isn’t the expected address. Paste the whole address.\n');
  });
  server.start();
  try {
    return await promise;
  } finally {
    lines.close();
    stdin.destroy();
  }
}
