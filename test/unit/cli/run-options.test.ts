import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { parseRunOptions } from '#main/cli/run-options.ts';
import { UsageError } from '#main/cli/usage.ts';

const dir = tmpdir();
const base = ['--project', dir, '--prompt', 'hello'];

describe('parseRunOptions', () => {
  it('fills the defaults', () => {
    expect(parseRunOptions(base)).toEqual({
      projectDir: dir,
      prompt: 'hello',
      mode: undefined,
      settings: undefined,
      model: undefined,
      outputFormat: 'text',
      scriptFile: undefined,
      resume: undefined,
      maxTurns: undefined,
      maxBudgetUsd: undefined,
      allowedTools: [],
      disallowedTools: [],
      addDirs: [],
      tools: undefined,
      bare: false,
      forkSession: false,
      mcpConfigs: [],
      trust: false,
    });
  });

  it('collects lists and repeated options', () => {
    const options = parseRunOptions([
      ...base,
      '--allowed-tools',
      'Read,Bash(npm test)',
      '--allowed-tools',
      'Edit',
      '--add-dir',
      dir,
      '--trust',
      '--max-budget-usd',
      '2.50',
      '--max-turns',
      '3',
    ]);
    expect(options.allowedTools).toEqual(['Read', 'Bash(npm test)', 'Edit']);
    expect(options.addDirs).toEqual([dir]);
    expect(options.trust).toBe(true);
    expect(options.maxTurns).toBe(3);
    expect(options.maxBudgetUsd).toBe(2.5);
  });

  it('accepts manual as an alias of default', () => {
    expect(parseRunOptions([...base, '--permission-mode', 'manual']).mode).toBe('default');
  });

  it.each([
    [['--prompt', 'x'], 'run needs --project DIR'],
    [['--project', dir], 'run needs --prompt TEXT'],
    [['--project', dir, '--prompt', '  '], 'run needs --prompt TEXT'],
    [['--project', `${dir}/nowhere-at-all`, '--prompt', 'x'], 'there is no folder'],
    [[...base, '--permission-mode', 'yolo'], '--permission-mode takes'],
    [[...base, '--permission-mode', 'bubble'], '--permission-mode takes'],
    [[...base, '--output-format', 'xml'], '--output-format takes'],
    [[...base, '--max-budget-usd', '0'], 'above 0'],
    [[...base, '--max-budget-usd', '$5'], 'above 0'],
    [[...base, '--max-budget-usd', '1e9'], 'above 0'],
    [[...base, '--max-turns', '0'], 'whole number of at least 1'],
    [[...base, '--max-turns', '1e3'], 'whole number of at least 1'],
    [[...base, '--add-dir', `${dir}/nowhere-at-all`], '--add-dir: there is no folder'],
    [[...base, '--frobnicate'], 'There is no option --frobnicate.'],
    [[...base, '--model'], '--model needs a value.'],
    [[...base, '--model', '--trust'], '--model needs a value. One that begins with “-” is written --model=VALUE.'],
    [[...base, '--trust=yes'], '--trust takes no value.'],
    [[...base, 'stray'], 'Only options are expected here, not “stray”.'],
  ])('rejects %j', (args, message) => {
    expect(() => parseRunOptions(args)).toThrow(UsageError);
    expect(() => parseRunOptions(args)).toThrow(message);
  });
});
