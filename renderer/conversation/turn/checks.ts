import type { CallRow } from '#shared/session/view.ts';

/** Commands that check a project, as they start: its scripts, test runners, compilers and linters. */
const FORMS = [
  /(?:npm|pnpm|yarn|bun)(?: run)? (?:t|test|lint|check|build|typecheck|type-check|types|verify|ci)\b/u,
  /(?:(?:npx|bunx|pnpm exec|yarn) )?(?:vitest|jest|mocha|ava|tsc|vue-tsc|eslint|oxlint|biome|stylelint|playwright test|cypress run|prettier --check)\b/u,
  /node --test\b/u,
  /(?:python3? -m |uv run |poetry run )?(?:pytest|unittest|tox|nox|ruff|mypy|flake8|pyright|black --check)\b/u,
  /cargo (?:test|check|clippy|build|nextest)\b/u,
  /go (?:test|vet|build)\b/u,
  /make (?:\S+ )*(?:test|check|lint|build|all)\b/u,
  /(?:\.\/)?(?:gradlew?|mvnw?) (?:\S+ )*(?:test|check|build|verify|package)\b/u,
  /dotnet (?:test|build)\b/u,
  /(?:bundle exec )?(?:rspec|rubocop|rake test)\b/u,
  /(?:(?:\.\/)?vendor\/bin\/)?(?:phpunit|phpstan)\b/u,
  /(?:ctest|swift test|swift build|mix test|deno test|deno lint|composer test)\b/u,
] as const;
/** After `cd folder &&` and variables. */
const CHECK = new RegExp(`^(?:cd \\S+ && )?(?:\\w+=\\S* )*(?:${FORMS.map(({ source }) => source).join('|')})`, 'u');

export interface Check {
  readonly callId: string;
  readonly command: string;
  readonly passed: boolean;
}

/** The checks that a turn ran, each with its last result. */
export function checksOf(rows: readonly CallRow[]): readonly Check[] {
  const checks = new Map<string, Check>();
  for (const { callId, view, state, exitCode } of rows) {
    if (view.kind !== 'command' || (state !== 'done' && state !== 'failed') || !CHECK.test(view.summary)) continue;
    // The last run of a command counts, at its place in the order.
    checks.delete(view.summary);
    checks.set(view.summary, { callId, command: view.summary, passed: state === 'done' && (exitCode ?? 0) === 0 });
  }
  return [...checks.values()];
}
