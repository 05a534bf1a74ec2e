import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { jsonProblem } from '#shared/json-limits.ts';

/** JSON-RPC's code for an internal error. */
export const INTERNAL_ERROR = -32_603;

/**
 * A server's message without the deep nesting that the SDK's recursive checks can't handle. In a list of tools, a tool nested too deeply
 * loses its schema and has the reason in `DEFINITION_PROBLEM`; any other such answer becomes an error, any other message `undefined`.
 */
export function boundedMessage(message: JSONRPCMessage): JSONRPCMessage | undefined {
  const problem = jsonProblem(message);
  if (problem === undefined) return message;
  if ('method' in message || message.id === undefined) return undefined;
  const { id } = message;
  if ('result' in message && Array.isArray(message.result['tools'])) {
    const { tools, nextCursor } = message.result;
    if (Array.isArray(tools) && (nextCursor === undefined || typeof nextCursor === 'string'))
      return { jsonrpc: '2.0', id, result: { tools: tools.map(boundedTool), ...(nextCursor !== undefined && { nextCursor }) } };
  }
  return { jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message: `The server’s answer is ${problem}.` } };
}

/** Key in the `_meta` of a tool whose definition was left out. */
export const DEFINITION_PROBLEM = 'gatehouse/problem';

function boundedTool(tool: unknown): unknown {
  const problem = jsonProblem(tool);
  if (problem === undefined) return tool;
  const name: unknown = typeof tool === 'object' && tool !== null ? Reflect.get(tool, 'name') : undefined;
  return { name, inputSchema: { type: 'object' }, _meta: { [DEFINITION_PROBLEM]: `its definition is ${problem}` } };
}

/** Makes a transport of the SDK pass on only such messages; `heard` is called before with each original message. */
export function boundMessages<T extends Transport>(transport: T, heard?: (message: JSONRPCMessage) => void): T {
  let listener: Transport['onmessage'];
  const bounded: NonNullable<Transport['onmessage']> = (message, extra) => {
    heard?.(message);
    const kept = boundedMessage(message);
    if (kept) listener?.(kept, extra);
  };
  Object.defineProperty(transport, 'onmessage', {
    get: () => (listener ? bounded : undefined),
    set: (next: Transport['onmessage']) => {
      listener = next;
    },
  });
  return transport;
}
