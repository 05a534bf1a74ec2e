import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expectNoViolation } from './expect-accessible.ts';
import { expect, test } from './host.ts';
import { answerWithKey, partsOf, row, say, startModel } from './window.ts';

const sed = (id: string) => toolUse(id, 'Bash', { command: "sed -i 's/one/two/' notes.txt" });

test('the card of a “sed -i” shows what it changes, and exactly that happens', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [sed('b1')] }, { blocks: [sed('b2')] }, { blocks: [text('Over.')] });
  await using _ = server;
  const { page, projectDir } = await startHost({ files: { 'notes.txt': 'zero\none\n' }, env });
  const { queue, timeline } = partsOf(page);
  await say(page, 'replace it');
  await expect(queue).toContainText('sed -i');
  await expect(queue.getByText('two', { exact: true })).toBeVisible();
  await expect(queue).toContainText('Gatehouse makes exactly this change instead of running sed.');
  await expectNoViolation(page, 'body');
  await answerWithKey(page, 'a');
  await expect(row(timeline, 'sed -i').first()).toHaveAttribute('data-state', 'done');
  expect(readFileSync(join(projectDir, 'notes.txt'), 'utf8')).toBe('zero\ntwo\n');
  // The second call has nothing to replace any more; then the file changes before the answer.
  await expect(queue).toContainText('sed -i');
  writeFileSync(join(projectDir, 'notes.txt'), 'one again\n');
  await answerWithKey(page, 'a');
  await expect(page.getByText('Over.')).toBeVisible();
  expect(JSON.stringify(server.requests[2]?.body.messages.at(-1))).toContain('has changed since the user saw the diff');
  expect(readFileSync(join(projectDir, 'notes.txt'), 'utf8')).toBe('one again\n');
  await row(timeline, 'sed -i').first().click();
  await expect(page.getByRole('region', { name: 'Change' })).toContainText('two');
});

test('findings of a review are listed with their places', async ({ startHost }) => {
  const finding = { file: 'src/a.ts', line: 2, summary: 'Off by one', failure_scenario: 'An empty list throws.', severity: 'important' };
  const { server, env } = await startModel(
    { blocks: [toolUse('f1', 'ReportFindings', { findings: [finding] })] },
    { blocks: [text('Over.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: { 'src/a.ts': 'a\nb\n' }, env });
  await say(page, 'review it');
  await expect(page.getByText('Over.')).toBeVisible();
  await row(partsOf(page).timeline, 'Off by one').click();
  const findings = page.getByRole('region', { name: 'Findings' });
  await expect(findings).toContainText('Important');
  await expect(findings).toContainText('An empty list throws.');
  await expect(findings.getByRole('button', { name: 'src/a.ts:2' })).toBeVisible();
  await expectNoViolation(page, 'body');
});
