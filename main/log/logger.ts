/** From the gravest to the least important. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LogEntry {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly level: LogLevel;
  readonly area: string;
  readonly message: string;
  readonly error?: unknown;
}

export type LogSink = (entry: LogEntry) => void;

/**
 * `message` says what failed or happened, in fixed words: never the content of a file, prompt or command. Of `error`, name, message and stack
 * are kept. Never throws.
 */
type Log = (message: string, error?: unknown) => void;

export type Logger = Readonly<Record<LogLevel, Log>>;

/** Where entries go. None until a host starts logging: tests and helper processes log nothing. */
const current: { sink: LogSink | undefined; levels: ReadonlySet<LogLevel> } = { sink: undefined, levels: new Set() };

/** Sends entries of this level and of graver ones to `sink`. The returned function stops that. */
export function setLogSink(level: LogLevel, sink: LogSink): () => void {
  current.sink = sink;
  current.levels = new Set(LOG_LEVELS.slice(0, LOG_LEVELS.indexOf(level) + 1));
  return () => {
    if (current.sink === sink) current.sink = undefined;
  };
}

/** The logger of one area, named like its folder: `createLogger('mcp')`. */
export function createLogger(area: string): Logger {
  const logAt =
    (level: LogLevel): Log =>
    (message, error) => {
      if (current.sink === undefined || !current.levels.has(level)) return;
      try {
        current.sink({ at: Date.now(), level, area, message, error });
      } catch {
        // A failure to log must not become a failure of what logs.
      }
    };
  return { error: logAt('error'), warn: logAt('warn'), info: logAt('info'), debug: logAt('debug') };
}
