import type { Form } from './form.ts';
import { DEVELOPMENT_FORMS } from './forms/development.ts';
import { SERVICE_FORMS } from './forms/services.ts';
import { SYSTEM_FORMS } from './forms/system.ts';

/** By program. */
export const FORMS: ReadonlyMap<string, readonly Form[]> = new Map([...SYSTEM_FORMS, ...DEVELOPMENT_FORMS, ...SERVICE_FORMS]);
