import type { Handlers } from '#main/host/engine-port.ts';
import { dirname } from 'node:path';
import type { projectCommands as contract } from '#shared/contract/commands/project-commands.ts';
import type { EngineParts } from '../engine-parts.ts';
import { browseFolder, locateFolder } from '../project/folders.ts';

export function projectCommands({ homeDir, projects, recent }: EngineParts): Handlers<typeof contract> {
  return {
    'project.browse': ({ path }) => browseFolder(path ?? homeDir),
    'project.locate': async (dropped) => {
      const likely = recent.list().map(({ projectDir }) => projectDir);
      return { candidates: await locateFolder(dropped, likely, [...new Set(likely.map((path) => dirname(path))), process.cwd(), homeDir]) };
    },
    'project.open': async ({ path }) => (await projects.open(path)).describe(),
    'project.trust': ({ projectDir }) => projects.trust(projectDir),
    'project.revokeTrust': ({ projectDir }) => projects.revokeTrust(projectDir),
  };
}
