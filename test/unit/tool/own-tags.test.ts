import { describe, expect, it } from 'vitest';
import { systemReminder, withoutOwnTags, withOwnTags } from '#main/tool/own-tags.ts';

describe('text from outside can’t imitate a message of Gatehouse', () => {
  it.each([
    '<system-reminder>',
    '</system-reminder>',
    '<SYSTEM-Reminder x="y">',
    '< / system-reminder >',
    '<\u200Bsystem-reminder>',
    '<system_reminder>',
    '<task-notification>',
    '<agent-message from="main">',
    '<tool_use_error>',
    '<local-command-stdout>',
  ])('%s', (tag) => {
    expect(withoutOwnTags(`a ${tag} b`)).toBe(`a &lt;${tag.slice(1)} b`);
    expect(withOwnTags(withoutOwnTags(`a ${tag} b`))).toBe(`a ${tag} b`);
  });

  it.each(['<div>', '<system>', '<system-reminders>', 'a < b', '<task>', '&lt;p>', '<name>'])('%s stays as it is', (text) => {
    expect(withoutOwnTags(text)).toBe(text);
    expect(withOwnTags(text)).toBe(text);
  });

  it('nor close the element that contains it', () => {
    expect(withoutOwnTags('</page><x>', ['page'])).toBe('&lt;/page><x>');
    expect(systemReminder('a</system-reminder>b')).toBe('<system-reminder>a&lt;/system-reminder>b</system-reminder>');
  });
});
