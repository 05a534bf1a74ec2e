import { errorMessage } from '#shared/error-message.ts';
import { type McpConnection, ServerError } from '../connection/connection.ts';
import { readPromptList } from './prompt-definition.ts';

/** A server whose prompts can't be listed still has its tools. @throws ServerError once the connection is gone. */
export async function readPrompts(connection: McpConnection): Promise<ReturnType<typeof readPromptList>> {
  try {
    return readPromptList(await connection.listPrompts());
  } catch (error) {
    if (error instanceof ServerError && error.kind === 'lost') throw error;
    return { prompts: [], problems: [`Its list of prompts could not be read: ${errorMessage(error)}`] };
  }
}
