import { dirname } from 'node:path';
import { commands } from '#shared/contract/commands.ts';
import { implement } from '../command.ts';
import type { EngineParts } from '../engine-parts.ts';
import { browseFolder, locateFolder } from '../folders.ts';

/** Folder dialogs and showing files belong to the desktop host, which answers those commands itself. */
export function projectCommands({ homeDir, projects, recent, startDemo }: EngineParts) {
  return {
    'project.pick': implement(commands['project.pick'], () => ({ path: null, unsupported: true })),
    'project.browse': implement(commands['project.browse'], ({ path }) => browseFolder(path ?? homeDir)),
    'project.locate': implement(commands['project.locate'], async (dropped) => {
      const likely = recent.list().map(({ projectDir }) => projectDir);
      return { candidates: await locateFolder(dropped, likely, [...new Set(likely.map((path) => dirname(path))), process.cwd(), homeDir]) };
    }),
    'project.open': implement(commands['project.open'], async ({ path }) => (await projects.open(path)).describe()),
    'project.trust': implement(commands['project.trust'], ({ projectDir }) => projects.trust(projectDir)),
    'demo.start': implement(commands['demo.start'], () => startDemo()),
    'window.open': implement(commands['window.open'], () => ({ opened: false })),
    'window.shows': implement(commands['window.shows'], () => ({})),
    'shell.openPath': implement(commands['shell.openPath'], () => ({ opened: false })),
  };
}
