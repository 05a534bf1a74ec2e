import type { AbortReason } from './abort.ts';

/** What the model reads when a call has no result of its own. */

/** Characters of an error shown from its start and from its end: it may repeat the input, which the model knows. */
const ERROR_PART_CHARS = 5000;

/** Marks an error as the app's, as opposed to tool output. */
export function toolUseError(message: string): string {
  return `<tool_use_error>${withoutMiddle(message)}</tool_use_error>`;
}

function withoutMiddle(text: string): string {
  const more = text.length - 2 * ERROR_PART_CHARS;
  if (more <= 0) return text;
  const [start, end] = [text.slice(0, ERROR_PART_CHARS), text.slice(-ERROR_PART_CHARS)];
  return `${start.toWellFormed()} ... [${String(more)} characters left out] ... ${end.toWellFormed()}`;
}

export function unknownToolText(name: string): string {
  return toolUseError(`Error: No such tool available: ${name}`);
}

/** Hint for a model that guessed the parameters of a deferred tool (SPEC R5). */
export function notLoadedHint(name: string): string {
  return `The definition of ${name} isn't loaded yet, so its parameters can't be known. Load it with ToolSearch, query "select:${name}", then call it again.`;
}

const SHOWN_JSON_BYTES = 200;

export function invalidJsonText(toolName: string, raw: string, problem = 'that could not be parsed as JSON'): string {
  const bytes = Buffer.from(raw);
  // Don't cut within a character.
  const shown = bytes.length <= SHOWN_JSON_BYTES ? raw : new TextDecoder().decode(bytes.subarray(0, SHOWN_JSON_BYTES), { stream: true });
  return toolUseError(
    `InputValidationError: ${toolName} was called with input ${problem}.\n` +
      `You sent (first ${Buffer.byteLength(shown)} of ${bytes.length} bytes): ${shown}\n` +
      'Nothing was run. Send the call again with its whole input as valid JSON.',
  );
}

/** `began`: the call may have had effects. */
export function cancelledText(reason: AbortReason, began: boolean): string {
  const effects = began ? 'It had started and may have had effects.' : 'It was not run.';
  switch (reason.type) {
    case 'interrupt':
      return `The user doesn't want to proceed with this tool use. They stopped it. ${effects} Stop and wait for their next message.`;
    case 'send':
      return `The user sent a new message and did not want to wait for this tool use. ${effects} Read it before you continue.`;
    case 'sibling':
      return toolUseError(
        `Cancelled because another call of the same response failed: ${reason.failed}. ${effects} The user neither stopped nor denied it.`,
      );
    case 'discarded':
      return toolUseError(
        `Cancelled because the response it belongs to was discarded (${reason.why}). ${effects} The user did not cancel it.`,
      );
    case 'denied':
      return toolUseError(
        `Cancelled because the user denied another call of the same response, ${reason.denied}, and wants to say how to continue. ${effects}`,
      );
    case 'stopped':
      return toolUseError(`Cancelled because ${reason.by ?? 'this call'} ended the turn by itself. ${effects} The user did not cancel it.`);
  }
}

/** The same in a few words, for people. */
export function cancelledOutcome(reason: AbortReason): string {
  switch (reason.type) {
    case 'interrupt':
      return 'stopped';
    case 'send':
      return 'cancelled by your message';
    case 'sibling':
      return `cancelled because ${withoutTool(reason.failed)} failed`;
    case 'discarded':
      return `cancelled because its response was discarded (${reason.why})`;
    case 'denied':
      return `cancelled because you denied ${withoutTool(reason.denied)}`;
    case 'stopped':
      return reason.by === undefined ? 'cancelled' : `cancelled because ${reason.by} ended the turn`;
  }
}

/** A command says itself that it was run. */
function withoutTool(call: string): string {
  return call.replace(/^Run (?=`)/u, '');
}

const REFUSED =
  "The user doesn't want to proceed with this tool use. They denied it, so it was not run (a file edit, for example, was not written).";

/** After a denial without a word. */
const ENDS = 'Stop and wait for the user to say how to continue.';
const GOES_ON = 'They denied this call alone and answer others separately. Go on without it.';

/** `feedback`: the user's message with the denial; may be empty. `images`: how many they attached. `onlyThis`: the turn goes on. */
export function refusedText(feedback: string, images = 0, onlyThis = false): string {
  const said = [...(feedback === '' ? [] : [`The user said:\n${feedback}`]), ...(images === 0 ? [] : [attachedText(images)])];
  return `${REFUSED} ${said.length === 0 ? (onlyThis ? GOES_ON : ENDS) : said.join('\n')}`;
}

/** The API takes no images in the result of a call that failed: they follow in a message. */
function attachedText(images: number): string {
  return images === 1 ? 'They attached an image, which follows the results.' : `They attached ${images} images, which follow the results.`;
}

/** For a sub-agent, which gets no further instructions: it should find another way or report. */
export function refusedForAgentText(feedback: string, images = 0): string {
  const reason = [...(feedback === '' ? [] : [feedback]), ...(images === 0 ? [] : [attachedText(images)])].join('\n');
  const said = reason === '' ? '' : ` The reason given:\n${reason}\n`;
  return (
    `Permission for this tool use was denied, so it was not run (a file edit, for example, was not written).${said}` +
    `${said === '' ? ' ' : ''}Continue your task in a way that doesn't need it. If there is none, report what you could not do and why.`
  );
}

export function crashedText(error: unknown, began: boolean): string {
  const effects = began ? 'It may have had effects: check before you repeat it.' : 'It was not run.';
  return toolUseError(`Gatehouse failed while handling this call: ${errorMessage(error)}. ${effects}`);
}

const WORDLESS = 'failed without an error message';

/** Message of any thrown value. Never throws. */
export function errorMessage(error: unknown): string {
  try {
    const words: unknown = error instanceof Error ? error.message : error;
    const text = String(words);
    return text === '' ? WORDLESS : text;
  } catch {
    // A value that can't be made a text has no message.
    return WORDLESS;
  }
}
