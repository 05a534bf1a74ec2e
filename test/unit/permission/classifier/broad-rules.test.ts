import { expect, it } from 'vitest';
import { isTooBroadForAuto } from '#main/permission/classifier/broad-rules.ts';
import { parseRule } from '#shared/permission/grammar.ts';

const broad = (rule: string) => isTooBroadForAuto(parseRule(rule, 'allow'));

it.each([
  'Bash',
  'Bash(*)',
  'PowerShell',
  'PowerShell(*)',
  'Monitor',
  'Agent',
  'Task',
  'Agent(reviewer)',
  'Bash(* --version)',
  'Bash(python*)',
  'Bash(python:*)',
  'Bash(python *)',
  'Bash(py*)',
  'Bash(/usr/bin/python3.12 *)',
  'Bash(node -e *)',
  'Bash(bash:*)',
  'Bash(FOO=1 bash *)',
  'Bash(env *)',
  'Bash(sudo *)',
  'Bash(ssh host *)',
  'Bash(npx *)',
  'Bash(npm *)',
  'Bash(npm run *)',
  'Bash(npm run:*)',
  'Bash(npm run*)',
  'Bash(yarn r*)',
  'Bash(pnpm exec *)',
  'Bash(cargo run *)',
  'Bash(n*)',
])('ignores %s', (rule) => expect(broad(rule)).toBe(true));

it.each([
  'Bash(npm test)',
  'Bash(npm run test)',
  'Bash(npm run test:*)',
  'Bash(npm test *)',
  'Bash(npm install *)',
  'Bash(python manage.py migrate)',
  'Bash(git *)',
  'Bash(git status:*)',
  'Bash(ls *)',
  'Bash(cargo test *)',
  'Edit',
  'Write',
  'WebFetch(domain:*)',
  'mcp__server',
  'Read(//**)',
])('applies %s', (rule) => expect(broad(rule)).toBe(false));
