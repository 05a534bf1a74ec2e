import { CheckpointStore } from '#main/checkpoints/checkpoint-store.ts';
import { SessionCheckpoints } from '#main/checkpoints/session-checkpoints.ts';
import { findGitFolder } from '#main/settings/git-folder.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { join } from 'node:path';
import { TempProject } from './temp-project.ts';

export const SESSION_ID = '00000000-0000-4000-8000-000000000001';

/** A project with a checkpoint store, and one session's checkpoints over an in-memory log. */
export class CheckpointFixture extends TempProject {
  readonly store: CheckpointStore;
  readonly events: SessionEvent[] = [];
  readonly checkpoints: SessionCheckpoints;
  enabled = true;
  #turns = 0;

  constructor(files: Readonly<Record<string, string>> = {}, env: NodeJS.ProcessEnv = process.env) {
    super(files);
    this.store = this.newStore(env);
    this.checkpoints = this.newSession();
  }

  /** The store as another process would open it. */
  newStore(env: NodeJS.ProcessEnv = process.env, projectDir = this.projectDir, maxBytes?: number): CheckpointStore {
    return new CheckpointStore({
      projectDir,
      storeDir: join(this.stateDir, 'checkpoints', 'project'),
      stateDir: this.stateDir,
      workTree: () => {
        const git = findGitFolder(this.projectDir);
        if (!git) return null;
        return { root: git.root, indexFile: join(git.gitDir, 'index'), excludeFile: join(git.commonDir, 'info', 'exclude') };
      },
      env,
      maxBytes,
    });
  }

  newSession(store = this.store): SessionCheckpoints {
    return new SessionCheckpoints({
      store,
      sessionId: SESSION_ID,
      events: this.events,
      append: (event) => this.append(event),
      isEnabled: () => this.enabled,
    });
  }

  append(event: NewSessionEvent): void {
    const seq = this.events.length + 1;
    const stored = { ...event, id: `ev_${seq}`, seq, at: seq * 1000 };
    this.events.push(stored);
    this.checkpoints.apply(stored);
  }

  /** One turn in which `work` stands for the agent's calls. @returns the ID of its message. */
  async turn(work: () => unknown): Promise<string> {
    this.#turns += 1;
    const messageId = `message-${this.#turns}`;
    const turnId = `turn-${this.#turns}`;
    this.append({ type: 'turn.started', data: { turnId } });
    this.append({
      type: 'user.message',
      data: { messageId, content: [{ type: 'text', text: 'go' }], origin: 'prompt', visibility: 'both' },
    });
    await this.checkpoints.beforeEffect(new AbortController().signal);
    await work();
    this.append({ type: 'turn.ended', data: { turnId, outcome: 'completed' } });
    await this.checkpoints.settled();
    return messageId;
  }

  /** Restores the files to before a message. */
  async restoreBefore(messageId: string, keep: readonly string[] = []) {
    const point = (await this.checkpoints.points()).find((each) => each.messageId === messageId);
    if (!point) throw new Error(`nothing to go back to before ${messageId}`);
    const preview = await this.checkpoints.preview(point.checkpointId);
    return { preview, done: await this.checkpoints.restore(preview.previewId, keep) };
  }
}
