import type { RuleEdit } from '#shared/permission/rule.ts';

/** As many changes as a person is likely to take back. */
const MAX_CHANGES = 50;

interface Change {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** The edits that take it back, for comparison. */
  readonly undo: string;
}

/**
 * The texts that settings files had before changes of their rules, so that taking a change back restores the file byte for byte, also where
 * an edit can't know how a list was laid out. In memory, the latest changes only.
 */
export class EarlierTexts {
  #changes: readonly Change[] = [];

  remember(file: string, before: string, after: string, undo: readonly RuleEdit[]): void {
    // An empty file would be left where there was none.
    if (before.trim() === '') return;
    this.#changes = [...this.#changes, { file, before, after, undo: textOf(undo) }].slice(-MAX_CHANGES);
  }

  /** The earlier text, if these edits take back the change that led to this text. */
  of(file: string, text: string, edits: readonly RuleEdit[]): string | undefined {
    const wanted = textOf(edits);
    return this.#changes.findLast((change) => change.file === file && change.after === text && change.undo === wanted)?.before;
  }
}

function textOf(edits: readonly RuleEdit[]): string {
  return JSON.stringify(
    edits.map((edit) => [
      edit.type,
      edit.behavior,
      edit.disabled,
      edit.text,
      edit.index ?? null,
      edit.type === 'replace' ? edit.newText : null,
    ]),
  );
}
