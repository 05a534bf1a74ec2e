/** What a person who was asked about a call says to the model beside allowing it. */

/** Limit on the edited input shown to the model, in characters; it knows the rest from its own input. */
const MAX_INPUT_CHARS = 10_000;

export function editedReminder(toolName: string, input: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify(input);
  const shown = json.length <= MAX_INPUT_CHARS ? json : `${json.slice(0, MAX_INPUT_CHARS).toWellFormed()}… (cut here)`;
  return wrapped(
    `The user changed the input of your call of ${toolName} before it was decided. In place of yours this one counts, and the result is that of it: ${shown}`,
  );
}

export function commentReminder(toolName: string, comment: string): string {
  return wrapped(`The user allowed your call of ${toolName} and said: ${comment}`);
}

/** Wraps text in a reminder that the text can't close. */
function wrapped(text: string): string {
  return `<system-reminder>${text.replaceAll(/<(\/?system-reminder)/giu, '&lt;$1')}</system-reminder>`;
}
