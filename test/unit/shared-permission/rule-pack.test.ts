import { describe, expect, it } from 'vitest';
import { formatRulePack, parseRulePack, MAX_PACK_RULES } from '#shared/permission/rule-pack.ts';

const head = { format: 'gatehouse-rule-pack', version: 1, name: 'Node' };
const parse = (value: unknown) => parseRulePack(typeof value === 'string' ? value : JSON.stringify(value), 'x.json');
const messageOf = (value: unknown): string => {
  const parsed = parse(value);
  return parsed.ok ? 'accepted' : parsed.message;
};

describe('a rule pack', () => {
  it('has rules as texts or with a reason, deny first, each once', () => {
    const permissions = { allow: ['Bash(npm test)', { rule: ' Bash(make) ', reason: 'builds' }, 'Bash(npm test)'], deny: ['Read(.env)'] };
    expect(parse({ ...head, description: 'For us', permissions })).toEqual({
      ok: true,
      pack: {
        name: 'Node',
        description: 'For us',
        rules: [
          { behavior: 'deny', text: 'Read(.env)' },
          { behavior: 'allow', text: 'Bash(npm test)' },
          { behavior: 'allow', text: 'Bash(make)', reason: 'builds' },
        ],
      },
    });
  });

  it('is read back as it was written', () => {
    const rules = [
      { behavior: 'ask' as const, text: 'Bash(git push *)', reason: 'looks “fine”\n<b>' },
      { behavior: 'allow' as const, text: 'Bash(ls)' },
    ];
    const pack = { name: 'Team', description: '', rules };
    expect(parse(formatRulePack(pack))).toEqual({ ok: true, pack });
  });

  it('may be a settings file, of which only the rules count', () => {
    const settings = { permissions: { allow: ['Bash(ls)'], defaultMode: 'bypassPermissions' }, hooks: { PreToolUse: [] }, env: { A: 'b' } };
    expect(parse(settings)).toEqual({
      ok: true,
      pack: { name: 'x.json', description: '', rules: [{ behavior: 'allow', text: 'Bash(ls)' }] },
    });
  });

  it.each([
    ['{', 'not valid JSON'],
    ['[]', 'neither a rule pack nor a settings file'],
    ['null', 'neither a rule pack nor a settings file'],
    [{}, 'no “permissions”'],
    [{ ...head, version: 2, permissions: {} }, 'Update it'],
    [{ ...head, version: '1', permissions: {} }, 'version'],
    [{ ...head, format: 'other', permissions: {} }, 'not a rule pack'],
    [{ ...head, name: '  ', permissions: { allow: ['Bash'] } }, 'name'],
    [{ ...head, permissions: { allow: [] } }, 'contains no rules'],
    [{ ...head, permissions: { allow: [1] } }, 'permissions.allow.0'],
    [{ ...head, permissions: { allow: ['Bash'] }, hooks: {} }, 'hooks'],
    [{ ...head, permissions: { allow: ['Bash'], additionalDirectories: ['/'] } }, 'additionalDirectories'],
    [{ ...head, permissions: { allow: Array.from({ length: MAX_PACK_RULES + 1 }, (_, n) => `Bash(x ${n})`) } }, 'at most 500'],
    ['['.repeat(100_000), 'nested deeper'],
  ])('says what is wrong with %#', (value, message) => {
    expect(messageOf(value)).toContain(message);
  });
});
