/** Starts MCP servers like Gatehouse, prints that they run, and waits to be killed. Arguments: state folder, project folder, settings. */
import { McpProjects } from '#main/engine/project/mcp-projects.ts';
import { OpenProject } from '#main/engine/project/open-project.ts';

const [stateDir = '', projectDir = '', config = ''] = process.argv.slice(2);
const env = { PATH: process.env['PATH'] ?? '', HOME: stateDir };
const mcpProjects = new McpProjects({ stateDir, env, userEnv: Promise.resolve(env), acceptsDefinitions: false });
const project = new OpenProject({
  projectDir,
  homeDir: stateDir,
  stateDir,
  env,
  managedDir: null,
  demo: false,
  cliSettings: { mcpConfigs: [config] },
  mcpProjects,
});
project.mcp?.open();
setInterval(() => undefined, 1000);
process.stdout.write('started\n');
await project.mcp?.ready(new AbortController().signal, true);
process.stdout.write('ready\n');
