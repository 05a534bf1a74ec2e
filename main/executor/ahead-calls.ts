import { setImmediate } from 'node:timers/promises';
import type { AheadQuestion } from '#main/permission/gate/ahead-question.ts';
import type { ToolUseContext } from '#main/tool/tool.ts';
import type { CallResult } from './call-result.ts';
import type { ExecutorCall } from './executor-call.ts';
import type { AskedAhead, StreamingExecutorOptions } from './executor-options.ts';

/** More than a person reads at once. Bounds the work for a response of thousands of calls. */
const MAX_AHEAD = 50;

type Options = Pick<StreamingExecutorOptions, 'askAhead' | 'changesLaterCalls' | 'editedFile'>;

/** Whether a call was asked about before its turn. */
interface Ahead {
  question: Promise<AheadQuestion | undefined> | undefined;
  open: AheadQuestion | undefined;
  /** How many calls had ended when there was nothing to ask that an earlier call may change; `undefined`: it isn't tried again. */
  retryAfter: number | undefined;
  /** Why an answer that was given before doesn't count. */
  readonly again: string | undefined;
}

/** Asks about calls that can't start yet, so that the queue shows everything a response needs. Changes no order. */
export class AheadCalls {
  readonly #calls: readonly ExecutorCall[];
  readonly #options: Options;
  readonly #settle: (entry: ExecutorCall, result: () => CallResult) => void;
  readonly #ahead = new Map<ExecutorCall, Ahead>();
  /** One after the other, so that questions are in the order of their calls. */
  #line: Promise<unknown> = Promise.resolve();
  /** Index of the first call that may be unfinished. */
  #first = 0;
  #ended = 0;
  #stopped = false;

  constructor(calls: readonly ExecutorCall[], options: Options, settle: (entry: ExecutorCall, result: () => CallResult) => void) {
    this.#calls = calls;
    this.#options = options;
    this.#settle = settle;
  }

  /** Asks nothing more. */
  stop(): void {
    this.#stopped = true;
  }

  /**
   * A call has its result. If it `failed`, later calls that were allowed before that are asked about again: after an edit, not edits of other
   * files.
   *
   * @param name Its display name.
   */
  ended(failed: ExecutorCall, context: ToolUseContext, name: () => string): void {
    const { index, result } = failed;
    this.#ended += 1;
    if (result?.outcome !== 'failed') return;
    // Once a denial has ended the turn, nothing that may be asked again runs.
    const file = this.#stopped ? undefined : this.#editedFile(failed, context);
    const isOfOther = (entry: ExecutorCall): boolean => {
      const other = file === undefined ? undefined : this.#editedFile(entry, context);
      return other !== undefined && other !== file;
    };
    for (const [entry, { open }] of this.#ahead) {
      const given = open?.question.given?.answer.type;
      if (entry.index > index && entry.state === 'queued' && given !== undefined && given !== 'withdrawn' && !isOfOther(entry))
        this.#ahead.set(entry, { ...NOT_ASKED, retryAfter: -1, again: `${name()} failed after you allowed this, so this hasn’t run.` });
    }
  }

  /**
   * Asks about queued calls that weren't asked about yet, once each call before them is asked about itself or needs no answer: questions
   * are in the order of their calls.
   */
  ask(context: ToolUseContext): void {
    if (this.#stopped || !this.#options.askAhead) return;
    while (this.#calls[this.#first]?.unfinished === false) this.#first += 1;
    let queued = 0;
    for (let index = this.#first; index < this.#calls.length && queued < MAX_AHEAD; index += 1) {
      const entry = this.#calls[index];
      if (!entry?.unfinished) continue;
      if (entry.state === 'executing' && !entry.began && !entry.waiting) break;
      if (entry.state === 'queued') {
        queued += 1;
        if (this.#mayTry(entry)) this.#try(entry, context);
      }
      if (this.#options.changesLaterCalls?.(entry.call)) break;
    }
  }

  /** The question about a call whose turn has come, if it was asked before. */
  questionOf(entry: ExecutorCall): Promise<AheadQuestion | undefined> | undefined {
    return this.#ahead.get(entry)?.question;
  }

  /** Why an earlier answer about the call doesn't count. */
  askedAgainBecause(entry: ExecutorCall): string | undefined {
    return this.#ahead.get(entry)?.again;
  }

  /** Whether its question waits for an answer. */
  isAsked(entry: ExecutorCall): boolean {
    const open = this.#ahead.get(entry)?.open;
    return open !== undefined && open.question.given === undefined;
  }

  #editedFile(entry: ExecutorCall, context: ToolUseContext): string | undefined {
    return entry.changed ? undefined : this.#options.editedFile?.(entry.call, entry.contextFrom(context));
  }

  #mayTry(entry: ExecutorCall): boolean {
    const before = this.#ahead.get(entry);
    return !before || (before.retryAfter !== undefined && before.retryAfter < this.#ended);
  }

  #try(entry: ExecutorCall, context: ToolUseContext): void {
    const ahead: Ahead = { ...NOT_ASKED, again: this.#ahead.get(entry)?.again };
    this.#ahead.set(entry, ahead);
    const isWanted = (): boolean => entry.state === 'queued' && !this.#stopped;
    this.#line = this.#line.then(async () => {
      // Most calls start right away, and those that are running come first.
      await setImmediate();
      if (!isWanted()) return;
      const tried = this.#ended;
      ahead.question = this.#ask(entry, context, isWanted).then((asked) => {
        if (asked === 'later') ahead.retryAfter = tried;
        else ahead.open = asked;
        return ahead.open;
      });
      await ahead.question;
    });
  }

  async #ask(entry: ExecutorCall, context: ToolUseContext, isWanted: () => boolean): Promise<AskedAhead> {
    const onDenied = (result: () => CallResult): void => {
      if (entry.state === 'queued') this.#settle(entry, result);
    };
    const control = { isWanted, onDenied, askedAgainBecause: this.askedAgainBecause(entry) };
    return this.#options.askAhead?.(entry.call, entry.contextFrom(context), control);
  }
}

const NOT_ASKED = { question: undefined, open: undefined, retryAfter: undefined } as const;
