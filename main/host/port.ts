import { AppError, toWireError } from '#shared/contract/app-error.ts';
import { commands, type CommandName, type CommandOutput, type ParsedInput } from '#shared/contract/commands.ts';
import { requestMessageSchema, type PushMessage, type ResponseMessage } from '#shared/contract/message.ts';
import { jsonProblem, MAX_TEXT_DEPTH } from '#shared/json-limits.ts';
import { z } from 'zod';
import { createLogger } from '#main/log/logger.ts';
import type { EnginePort } from './engine-port.ts';
import { PushBatch } from './push-batch.ts';

const log = createLogger('host');

/** The connection to one window, over any transport. */
export interface PortTransport {
  readonly windowId: string;
  /** Several pushes travel as one message. */
  sendPushes(messages: readonly PushMessage[]): void;
  /** Bytes (or UTF-16 units) sent and not yet delivered. */
  bufferedAmount(): number;
  /** Disconnects the window; it reconnects and requests a new snapshot. */
  close(reason: string): void;
}

export interface WindowPort {
  /** Answers one raw, unvalidated request. Never rejects. */
  request(raw: unknown): Promise<ResponseMessage>;
  /** Sends pending pushes immediately. */
  flush(): void;
  dispose(): void;
}

const FRAME_MS = 16;
/** A window with more buffered than this isn't keeping up and gets nothing new until it has caught up. */
const HIGH_WATER = 4 * 1024 * 1024;
/** Pending characters above which live frames are dropped, and above which the window is disconnected. */
const FRAMES_LIMIT = 8 * 1024 * 1024;
const PUSH_LIMIT = 64 * 1024 * 1024;
/** Refusals of one window that are logged. */
const LOGGED_REFUSALS = 100;
/** Maximum concurrent requests of one window; more means that something in the window is broken. */
const IN_FLIGHT_LIMIT = 500;

/**
 * Connects one window to the engine: validates and answers requests, and batches pushes to one message per display frame. The first push
 * after a pause and permission requests are sent immediately.
 */
export function servePort(engine: EnginePort, transport: PortTransport): WindowPort {
  const batch = new PushBatch();
  let timer: NodeJS.Timeout | undefined;
  let inFlight = 0;
  let gone = false;
  let refusals = 0;
  let lastFrame = Number.NEGATIVE_INFINITY;

  const schedule = (): void => {
    timer ??= setTimeout(onFrame, Math.max(0, lastFrame + FRAME_MS - performance.now()));
  };

  const onFrame = (): void => {
    timer = undefined;
    if (gone || batch.isEmpty) return;
    lastFrame = performance.now();
    if (transport.bufferedAmount() > HIGH_WATER) {
      if (batch.weight > FRAMES_LIMIT) batch.dropFrames();
      if (batch.weight > PUSH_LIMIT) return transport.close('The window does not keep up');
      return schedule();
    }
    const messages = batch.take(lastFrame);
    if (messages.length > 0) transport.sendPushes(messages);
    if (!batch.isEmpty) schedule();
  };

  const unsubscribe = engine.onPush((message) => {
    if (gone) return;
    batch.add(message);
    if (asksSomeone(message)) {
      clearTimeout(timer);
      timer = setTimeout(onFrame, 0);
    } else schedule();
  });

  /** A window never sends by itself what is refused here. */
  const noteRefusal = (reason: 'invalid_input' | 'unknown_command', command: CommandName | null): void => {
    refusals += 1;
    if (refusals <= LOGGED_REFUSALS) log.warn(`A request was refused: ${reason}`);
    engine.refused({ reason, command });
  };

  const carryOut = async <N extends CommandName>(command: N, input: unknown): Promise<CommandOutput<N>> => {
    const parsed = parseInput(command, input);
    if (parsed instanceof AppError) {
      noteRefusal('invalid_input', command);
      throw parsed;
    }
    return engine.handle(command, parsed, { windowId: transport.windowId });
  };

  const answer = async (raw: unknown): Promise<ResponseMessage> => {
    const request = requestMessageSchema.safeParse(raw);
    if (!request.success || jsonProblem(raw, MAX_TEXT_DEPTH) !== undefined) {
      noteRefusal('invalid_input', null);
      return refusal(idOf(raw), new AppError('invalid_input', 'This is not a valid request.'));
    }
    const { id, command, input } = request.data;
    if (!isCommand(command)) {
      noteRefusal('unknown_command', null);
      return refusal(id, new AppError('unknown_command', `There is no command ${JSON.stringify(command)}.`));
    }
    try {
      if (inFlight >= IN_FLIGHT_LIMIT) throw new AppError('unavailable', 'Too many requests at once. Try again.');
      inFlight += 1;
      try {
        return { id, ok: true, output: await carryOut(command, input) };
      } finally {
        inFlight -= 1;
      }
    } catch (error) {
      return refusal(id, error, command);
    }
  };

  const dispose = (): void => {
    gone = true;
    clearTimeout(timer);
    unsubscribe();
    engine.windowClosed({ windowId: transport.windowId });
  };

  return {
    async request(raw) {
      const response = await answer(raw);
      // Pushes that precede the answer are sent before it: a snapshot never overtakes earlier events.
      if (!gone) onFrame();
      return response;
    },
    flush: onFrame,
    dispose,
  };
}

function asksSomeone({ push, payload }: PushMessage): boolean {
  return push === 'session.events' && payload.events.some(({ type }) => type === 'call.asked');
}

/** Own properties only: `constructor` and the like are no commands. */
function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}

const inputs: { readonly [N in CommandName]: { readonly input: z.ZodType<ParsedInput<N>> } } = commands;

/** The only place where a command's input is parsed. @throws AppError `invalid_input` */
export function parsedInput<N extends CommandName>(command: N, input: unknown): ParsedInput<N> {
  const parsed = parseInput(command, input);
  if (parsed instanceof AppError) throw parsed;
  return parsed;
}

function parseInput<N extends CommandName>(command: N, input: unknown): ParsedInput<N> | AppError {
  const parsed = inputs[command].input.safeParse(input);
  return parsed.success ? parsed.data : new AppError('invalid_input', `${command}: ${z.prettifyError(parsed.error)}`);
}

function refusal(id: number, error: unknown, command = 'of a request'): ResponseMessage {
  if (!(error instanceof AppError)) log.error(`The command ${command} failed`, error);
  return { id, ok: false, error: toWireError(error) };
}

function idOf(raw: unknown): number {
  const id = typeof raw === 'object' && raw !== null && 'id' in raw ? raw.id : undefined;
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : -1;
}
