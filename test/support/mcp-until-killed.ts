/** Starts MCP servers as Gatehouse would, says so, and waits to be killed. Arguments: state folder, project folder, settings. */
import { McpHouse } from '#main/engine/mcp-house.ts';
import { ProjectRoom } from '#main/engine/project-room.ts';

const [stateDir = '', projectDir = '', config = ''] = process.argv.slice(2);
const env = { PATH: process.env['PATH'] ?? '', HOME: stateDir };
const mcpHouse = new McpHouse({ stateDir, env, userEnv: Promise.resolve(env), acceptsDefinitions: false });
const room = new ProjectRoom({
  projectDir,
  homeDir: stateDir,
  stateDir,
  env,
  managedDir: null,
  demo: false,
  cliSettings: { mcpConfigs: [config] },
  mcpHouse,
});
room.mcp?.open();
setInterval(() => undefined, 1000);
process.stdout.write('started\n');
await room.mcp?.ready(new AbortController().signal, true);
process.stdout.write('ready\n');
