import { expect, it } from 'vitest';
import type { CallRow } from '#shared/session/view.ts';
import { editedFilesOf } from '../../../../renderer/calls/edited-files.ts';
import { row } from '../timeline/rows.ts';

it('lists each edited file once, and none that was denied', () => {
  const edit = (callId: string, summary: string, state: CallRow['state']): CallRow =>
    row(callId, { state, view: { kind: 'edit', title: 'Edit', summary } });
  expect(editedFilesOf([edit('1', 'a.ts', 'done'), edit('2', 'b.ts', 'denied'), edit('3', 'a.ts', 'done')])).toEqual(['a.ts']);
});
