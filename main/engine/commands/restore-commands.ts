import { checkpointErrorReason } from '#main/checkpoints/checkpoint-error.ts';
import { commands } from '#shared/contract/commands.ts';
import { implement } from '../command.ts';
import type { EngineParts } from '../engine-parts.ts';
import { diffOfContents, inWords } from '../stored-files.ts';

export function restoreCommands({ sessions }: EngineParts) {
  return {
    'restore.points': implement(commands['restore.points'], async ({ sessionId }) => {
      const { checkpoints } = await sessions.get(sessionId);
      try {
        return { unavailable: null, points: await checkpoints.points() };
      } catch (error) {
        return { unavailable: checkpointErrorReason(error), points: [] };
      }
    }),
    'restore.preview': implement(commands['restore.preview'], async ({ sessionId, checkpointId }) => {
      const { session, checkpoints } = await sessions.get(sessionId);
      session.assertIdle();
      const { checkpoint, ...preview } = await inWords(() => checkpoints.preview(checkpointId));
      return { ...preview, at: checkpoint.at, files: [...preview.files] };
    }),
    'restore.diff': implement(commands['restore.diff'], async ({ sessionId, previewId, path }) => {
      const { checkpoints } = await sessions.get(sessionId);
      return diffOfContents(path, await inWords(() => checkpoints.contents(previewId, path)), 'back');
    }),
    'restore.apply': implement(commands['restore.apply'], async ({ sessionId, previewId, keep }) => {
      return sessions.whileIdle(sessionId, ({ checkpoints }) => inWords(() => checkpoints.restore(previewId, keep)));
    }),
  };
}
