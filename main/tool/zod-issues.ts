import type { z } from 'zod';
import { missing, otherwiseWrong, unexpected, wrongType, type InputIssue } from './input-issues.ts';

/** Converts zod's issues to the wording for the model. */
export function zodIssues(error: z.ZodError, input: unknown): InputIssue[] {
  return error.issues.flatMap((issue) => {
    const { path } = issue;
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unexpected([...path, key]));
    const value = valueAt(input, path);
    if (value === undefined && path.length > 0) return [missing(path)];
    if (issue.code === 'invalid_type') return [wrongType(path, zodTypeName(issue.expected), value)];
    return [otherwiseWrong(path, issue.message)];
  });
}

function zodTypeName(expected: string): string {
  return expected === 'int' ? 'number' : expected === 'record' ? 'object' : expected;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
