import { AppError } from '#shared/contract/app-error.ts';
import { keepCompiledCode, keepHeapSmall } from './quick-start.ts';
import { EXIT, USAGE, UsageError } from './usage.ts';

/** Entry of the command line. Each command is loaded on its own, so that `run` starts without the web host. */
async function main([command, ...args]: readonly string[]): Promise<number> {
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

// A reader that went away (`… | head`) is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.success);
});

keepCompiledCode(process.env);
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`gatehouse: ${error.message}\n\n${USAGE}`);
    process.exitCode = EXIT.usage;
  } else if (error instanceof AppError) {
    process.stderr.write(`gatehouse: ${error.message}\n`);
    process.exitCode = EXIT.failed;
  } else {
    process.stderr.write(`gatehouse: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = EXIT.failed;
  }
}
