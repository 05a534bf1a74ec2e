import { AppError } from '#shared/contract/app-error.ts';
import { stateDirPath } from '#main/engine/state-dir.ts';
import { startLogging } from '#main/log/start-logging.ts';
import { errorMessage } from '#shared/error-message.ts';
import { watchForLostReader } from './lost-reader.ts';
import { EXIT, printError, USAGE, UsageError, usageOf } from './usage.ts';
import { growHeapAtOnce, keepCompiledCode, keepHeapSmall } from './quick-start.ts';

/** Entry point of the command line. Each command is loaded separately, so that `run` starts without the web host. */
async function main([command, ...args]: readonly string[]): Promise<number> {
  if (!['--help', '-h', 'help'].includes(command ?? '')) assertOwnFolder();
  if (args[0] === '--help' || args[0] === '-h') {
    process.stdout.write(usageOf(command ?? ''));
    return EXIT.success;
  }
  switch (command) {
    case 'run': {
      growHeapAtOnce();
      const { interpretSchemas } = await import('./interpret-schemas.ts');
      interpretSchemas();
      const { run } = await import('./run.ts');
      startLogging({ stateDir: stateDirPath(process.env), env: process.env });
      keepHeapSmall();
      return run(args);
    }
    case 'serve': {
      const { serve } = await import('./serve.ts');
      startLogging({ stateDir: stateDirPath(process.env), env: process.env });
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
    case 'sign-in': {
      const { signIn } = await import('./sign-in.ts');
      return signIn(args, process);
    }
    case 'plugin': {
      const { plugin } = await import('./plugin.ts');
      return plugin(args, process);
    }
    case 'doctor': {
      const { doctor } = await import('./doctor.ts');
      return doctor(args, process);
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

/** @throws AppError when the current directory no longer exists: relative paths can't be resolved then. */
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

// Node prints a warning's text unescaped, and it may come from files or from the model.
process.removeAllListeners('warning');
process.on('warning', (warning) => printError(warning.message));

// Writing past a file size limit (`ulimit -f`) fails with an error. Without a listener here, one that a dependency adds would end the
// program.
process.on('SIGXFSZ', () => undefined);

/** Prints the error and returns the exit code. */
function failed(error: unknown): number {
  if (error instanceof UsageError) {
    printError(error.message);
    const [, , command = ''] = process.argv;
    const isKnown = usageOf(command) !== USAGE;
    process.stderr.write(isKnown ? `Run “gatehouse ${command} --help” for its options.\n` : `\n${USAGE}`);
    return EXIT.usage;
  }
  if (error instanceof Error && !(error instanceof AppError)) printError(error.stack ?? error.message, { lines: 'many' });
  else printError(errorMessage(error));
  return EXIT.failed;
}

keepCompiledCode(process.env);
void main(process.argv.slice(2))
  .catch(failed)
  .then((code) => {
    process.exitCode = code;
    // By then all output is written. Last of the listeners, it spares the 10 to 40 ms in which Node frees the heap.
    process.on('exit', (last) => process.exit(last));
  });
