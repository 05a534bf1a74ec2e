import { AppError } from '#shared/contract/app-error.ts';
import { watchForLostReader } from './lost-reader.ts';
import { printError } from './print-error.ts';
import { keepCompiledCode, keepHeapSmall } from './quick-start.ts';
import { EXIT, USAGE, UsageError } from './usage.ts';

/** Entry of the command line. Each command is loaded on its own, so that `run` starts without the web host. */
async function main([command, ...args]: readonly string[]): Promise<number> {
  if (!['--help', '-h', 'help'].includes(command ?? '')) assertOwnFolder();
  switch (command) {
    case 'run': {
      const { run } = await import('./run.ts');
      keepHeapSmall();
      return run(args);
    }
    case 'serve': {
      const { serve } = await import('./serve.ts');
      keepHeapSmall();
      return serve(args);
    }
    case 'explain': {
      const { explain } = await import('./explain.ts');
      return explain(args, process);
    }
    case 'audit': {
      const { audit } = await import('./audit.ts');
      return audit(args, process);
    }
    case '--help':
    case '-h':
    case 'help':
      process.stdout.write(USAGE);
      return EXIT.success;
    default:
      throw new UsageError(command === undefined ? 'Which command?' : `There is no command “${command}”.`);
  }
}

/** @throws AppError when the folder the program was started in is gone: no relative path means anything then. */
function assertOwnFolder(): void {
  try {
    process.cwd();
  } catch (error) {
    throw new AppError('unavailable', 'The current folder no longer exists. Change to one that does (cd) and run the command again.', {
      cause: error,
    });
  }
}

watchForLostReader();

// Node would print a warning's words as they are, and they may come from files or from the model.
process.removeAllListeners('warning');
process.on('warning', (warning) => printError(warning.message));

// A file that may not grow (`ulimit -f`) is an error of its write. Without a listener here one of a dependency’s ends the program.
process.on('SIGXFSZ', () => undefined);

/** Tells what went wrong; gives the exit code. */
function failed(error: unknown): number {
  if (error instanceof UsageError) {
    printError(error.message);
    process.stderr.write(`\n${USAGE}`);
    return EXIT.usage;
  }
  if (error instanceof Error && !(error instanceof AppError)) printError(error.stack ?? error.message, { lines: 'many' });
  else printError(error instanceof Error ? error.message : String(error));
  return EXIT.failed;
}

keepCompiledCode(process.env);
void main(process.argv.slice(2))
  .catch(failed)
  .then((code) => (process.exitCode = code));
