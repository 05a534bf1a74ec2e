import { dirname } from 'node:path';
import { realPath } from '#main/settings/real-path.ts';
import { commands } from '#shared/contract/commands.ts';
import { implement } from '../command.ts';
import { DEFAULT_EDITOR, hasDesktop, openInEditor } from '../editor/open-in-editor.ts';
import { findNamedFiles } from '../editor/named-files.ts';
import type { EngineParts } from '../engine-parts.ts';
import { browseFolder, locateFolder } from '../folders.ts';

/** Folder dialogs and showing files belong to the desktop host, which handles those commands itself. */
export function projectCommands({ env, homeDir, host, projects, recent, sessions, shellEnv, startDemo }: EngineParts) {
  /** Folders from which files may be opened. */
  const foldersOf = async (projectDir: string, sessionId: string | undefined): Promise<readonly [string, ...string[]]> => [
    projectDir,
    ...(sessionId === undefined ? [] : [realPath((await sessions.get(sessionId)).session.log.sessionDir)]),
  ];

  return {
    'project.pick': implement(commands['project.pick'], () => ({ path: null, unsupported: true })),
    'project.browse': implement(commands['project.browse'], ({ path }) => browseFolder(path ?? homeDir)),
    'project.locate': implement(commands['project.locate'], async (dropped) => {
      const likely = recent.list().map(({ projectDir }) => projectDir);
      return { candidates: await locateFolder(dropped, likely, [...new Set(likely.map((path) => dirname(path))), process.cwd(), homeDir]) };
    }),
    'project.open': implement(commands['project.open'], async ({ path }) => (await projects.open(path)).describe()),
    'project.trust': implement(commands['project.trust'], ({ projectDir }) => projects.trust(projectDir)),
    'project.revokeTrust': implement(commands['project.revokeTrust'], ({ projectDir }) => projects.revokeTrust(projectDir)),
    'demo.start': implement(commands['demo.start'], () => startDemo()),
    'window.open': implement(commands['window.open'], () => ({ opened: false })),
    'window.waits': implement(commands['window.waits'], () => ({ shown: false })),
    'window.shows': implement(commands['window.shows'], () => ({})),
    'editor.open': implement(commands['editor.open'], async ({ projectDir, sessionId, path, line = 1, column = 1 }) => {
      const { settings } = projects.get(projectDir);
      if (host === 'web' && !hasDesktop(env)) return { opened: false };
      const { editor = DEFAULT_EDITOR, paths } = settings.current();
      await openInEditor({
        path,
        line,
        column,
        folders: [projectDir, ...(await foldersOf(projectDir, sessionId)), ...(paths.managedDir === null ? [] : [paths.managedDir])],
        files: [paths.user],
        template: editor,
        env: await shellEnv,
      });
      return { opened: true };
    }),
    'editor.find': implement(commands['editor.find'], async ({ projectDir, sessionId, texts }) => {
      const project = projects.get(projectDir);
      return { files: await findNamedFiles({ texts, folders: await foldersOf(project.projectDir, sessionId) }) };
    }),
    'shell.openPath': implement(commands['shell.openPath'], () => ({ opened: false })),
  };
}
