import { expect, it } from 'vitest';
import { undoWords } from '../../../../renderer/permissions/card/undo-words.ts';

const covered = { restorable: true } as const;
const nothing = { loss: 'nothing' } as const;
const final = { loss: 'final' } as const;

it.each([
  ['a checkpoint has it', [covered], 'A checkpoint covers this: “Restore…” can bring it back.'],
  ['nothing is there', [nothing], 'Nothing is there now.'],
  ['no checkpoint has it', [final], 'This can’t be undone.'],
  ['nobody knows', [{}], 'It may not be possible to undo this.'],
  ['one of several is final', [covered, {}, final], 'This can’t be undone.'],
  ['one of several is unknown', [covered, {}], 'It may not be possible to undo this.'],
  ['what isn’t there takes nothing from the rest', [covered, nothing], 'A checkpoint covers this: “Restore…” can bring it back.'],
])('says whether it can be undone: %s', (_what, members, shown) => expect(undoWords(members)).toBe(shown));
