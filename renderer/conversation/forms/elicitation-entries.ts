import type { ElicitationContent, ElicitationField, ElicitationValue } from '#shared/session/elicitation.ts';

/** What is entered so far, by field name. Numbers are text until they are sent. */
export type Entered = Readonly<Record<string, string | boolean | readonly string[]>>;

export function initialEntries(fields: readonly ElicitationField[]): Entered {
  return Object.fromEntries(fields.map((field) => [field.name, initialEntry(field)]));
}

function initialEntry(field: ElicitationField): Entered[string] {
  switch (field.kind) {
    case 'boolean':
      return field.initial ?? false;
    case 'choices':
      return field.initial ?? [];
    case 'number':
      return field.initial === undefined ? '' : String(field.initial);
    default:
      return field.initial ?? '';
  }
}

/** The values to send: without optional fields that were left empty. */
export function contentOf(fields: readonly ElicitationField[], entered: Entered): ElicitationContent {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = valueOf(field, entered[field.name] ?? '');
      return value === undefined ? [] : [[field.name, value] as const];
    }),
  );
}

function valueOf(field: ElicitationField, entered: Entered[string]): ElicitationValue | undefined {
  if (typeof entered === 'boolean') return entered;
  if (typeof entered !== 'string') return entered.length === 0 && !field.required ? undefined : entered;
  if (entered.trim() === '') return undefined;
  return field.kind === 'number' ? Number(entered) : asSent(field, entered);
}

/** A date picker gives local time without a zone; the protocol wants one. */
function asSent(field: ElicitationField, entered: string): string {
  if (field.kind !== 'text' || field.format !== 'date-time') return entered;
  const time = new Date(entered);
  return Number.isNaN(time.getTime()) ? entered : time.toISOString();
}
