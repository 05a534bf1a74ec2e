import { randomUUID } from 'node:crypto';
import { AppError } from '#shared/contract/app-error.ts';
import type { MessageExtras } from '#shared/session/content.ts';
import type { EventBody, NewSessionEvent } from '#shared/session/event.ts';
import { imageType, isWholeImage, MAX_IMAGE_BYTES } from '#main/tool/image.ts';

/** A user message with its attachments. */
export type Prompt = EventBody<'user.queued'> & Pick<EventBody<'user.message'>, 'origin'>;

/**
 * Validates images, since a damaged one makes the API reject this request and every later one of the conversation.
 * @throws AppError `invalid_input` for an image that can't be sent.
 */
export function assertSendable({ images }: Pick<MessageExtras, 'images'>): void {
  for (const { source } of images) {
    const bytes = Buffer.from(source.data, 'base64');
    if (bytes.length > MAX_IMAGE_BYTES) throw new AppError('invalid_input', 'The image is too large to be sent.');
    const type = imageType(bytes);
    if (type === undefined || type !== source.media_type || !isWholeImage(bytes, type))
      throw new AppError('invalid_input', 'The image can’t be sent: it is damaged, or none that the model can see (PNG, JPEG, GIF, WebP).');
  }
}

/** The message as the model reads it, followed by its attachments. */
export function promptEvents({ messageId, text, origin, extras }: Prompt): NewSessionEvent[] {
  const words = text.trim() === '' ? [] : [{ type: 'text' as const, text }];
  const content = [...(extras?.images ?? []), ...words];
  const message: NewSessionEvent = { type: 'user.message', data: { messageId, content, origin, visibility: 'both' } };
  return [message, ...(extras?.texts ?? []).map((attached) => attachedText(attached))];
}

function attachedText({ name, text }: MessageExtras['texts'][number]): NewSessionEvent {
  const lines = text.split('\n').length;
  return attachmentEvent({ name, note: lines === 1 ? '1 line' : `${lines.toLocaleString('en-US')} lines` }, [
    { type: 'text', text: `The user attached “${name}”:\n\n${text}` },
  ]);
}

export function attachmentEvent(
  attachment: NonNullable<EventBody<'user.message'>['attachment']>,
  content: EventBody<'user.message'>['content'],
): NewSessionEvent {
  return { type: 'user.message', data: { messageId: randomUUID(), content, origin: 'attachment', visibility: 'both', attachment } };
}

/** A message from Gatehouse that only the model reads. `text`: in `system-reminder` tags. */
export function reminderEvent(
  text: string,
  more: Pick<EventBody<'user.message'>, 'planMode' | 'deferredTools' | 'skills' | 'instructions' | 'servers'> = {},
): NewSessionEvent {
  return {
    type: 'user.message',
    data: { messageId: randomUUID(), content: [{ type: 'text', text }], origin: 'reminder', visibility: 'model', ...more },
  };
}
