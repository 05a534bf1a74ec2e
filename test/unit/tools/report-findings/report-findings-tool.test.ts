import { afterAll, describe, expect, it } from 'vitest';
import { createReportFindingsTool } from '#main/tools/report-findings/report-findings-tool.ts';
import { SessionFixture } from '../session-fixture.ts';

const session = new SessionFixture();
afterAll(() => session.dispose());
const tool = createReportFindingsTool();
const message = { messageId: 'm', requestId: 'r', blocks: [] };
const finding = { file: 'src/a.ts', line: 3, summary: 'Off by one', failure_scenario: 'An empty list throws' };
const call = (input: unknown) => tool.call(tool.inputSchema.parse(input), session.context, () => Promise.resolve(true), message);

describe('ReportFindings', () => {
  it('returns what was reported, and tells the model how many the user sees', async () => {
    const important = { ...finding, severity: 'important', verdict: 'CONFIRMED', category: 'correctness', outcome: 'fixed' };
    const { data } = await call({ level: 'high', findings: [important, finding] });
    expect(data).toEqual({ count: 2, level: 'high', findings: [important, finding] });
    expect(tool.outputSchema?.safeParse(data).success).toBe(true);
    expect(tool.mapToolResultToToolResultBlockParam(data, 't', undefined).content).toBe('2 findings shown to the user.');
    expect(tool.present({ stage: 'result', input: {}, output: data, details: undefined })).toMatchObject({
      summary: 'Off by one',
      outcome: '2 findings, 1 important',
      detail: { type: 'findings', findings: [important, finding] },
    });
  });

  it('says that nothing was found', async () => {
    const { data } = await call({ findings: [] });
    expect(data).toEqual({ count: 0, findings: [] });
    expect(tool.present({ stage: 'input', input: { findings: [] } })).toMatchObject({ summary: 'nothing found', outcome: '0 findings' });
  });

  it.each([
    { findings: [{ ...finding, line: 0 }] },
    { findings: [{ ...finding, severity: 'huge' }] },
    { findings: [{ ...finding, html: '<b>' }] },
    { findings: [{ file: 'a', summary: 's' }] },
    { findings: Array.from({ length: 33 }, () => finding) },
    {},
  ])('refuses %j', (input) => expect(tool.inputSchema.safeParse(input).success).toBe(false));

  it('shows the complete findings of input that is still streaming', () => {
    expect(tool.present({ stage: 'input', input: { findings: [finding, { file: 'src/b' }] } })).toMatchObject({
      detail: { findings: [finding] },
    });
    expect(tool.present({ stage: 'input', input: { findings: 'x' } })).toMatchObject({ detail: { findings: [] } });
  });
});
