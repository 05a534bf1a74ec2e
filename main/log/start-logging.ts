import { join } from 'node:path';
import { type Environment, readVariable } from '#main/environment.ts';
import { LogFile } from './log-file.ts';
import { logLineFormat } from './log-line.ts';
import { createLogger, setLogSink, type LogLevel } from './logger.ts';

const log = createLogger('log');

const DEFAULT_LEVEL: LogLevel = 'info';

export interface LoggingOptions {
  /** Gatehouse's own folder; the log is in `logs` below it. */
  readonly stateDir: string;
  /** For `GATEHOUSE_LOG_LEVEL` and `GATEHOUSE_LOG_CONSOLE`, and to know secrets by. */
  readonly env: Environment;
  /** Default: stderr. */
  readonly print?: ((line: string) => void) | undefined;
}

export interface Logging {
  /** The file that is written. */
  readonly path: string;
  /** Resolves when what was logged so far is written, or can't be. */
  settled(): Promise<void>;
  /** Writes what still waits, and logs nothing any more. */
  stop(): void;
}

/** Logs of this process go to the file from now on, and to the console too if the environment says so. What waits is written at exit. */
export function startLogging({ stateDir, env, print = (line) => void process.stderr.write(line) }: LoggingOptions): Logging {
  const file = new LogFile({ dir: join(stateDir, 'logs') });
  const level = readVariable(env, 'GATEHOUSE_LOG_LEVEL') ?? DEFAULT_LEVEL;
  const format = logLineFormat(env);
  const toConsole = readVariable(env, 'GATEHOUSE_LOG_CONSOLE');
  const flush = (): void => file.flush();
  const unsetSink =
    level === 'off'
      ? undefined
      : setLogSink(level, (entry) => {
          const line = format(entry);
          file.write(line);
          if (toConsole) print(line);
        });
  process.on('exit', flush);
  process.on('uncaughtExceptionMonitor', logUncaught);
  return {
    path: file.path,
    settled: () => file.settled(),
    stop: () => {
      unsetSink?.();
      process.off('exit', flush);
      process.off('uncaughtExceptionMonitor', logUncaught);
      flush();
    },
  };
}

function logUncaught(error: Error, origin: NodeJS.UncaughtExceptionOrigin): void {
  log.error(origin === 'unhandledRejection' ? 'A rejection was not handled' : 'An exception was not caught', error);
}
