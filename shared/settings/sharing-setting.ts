import { z } from 'zod';

const file = z
  .string()
  .max(4096)
  .regex(/^(?:~[/\\]|[/\\]|[A-Za-z]:[/\\])[^\p{Cc}]+$/u, 'not an absolute path, nor one that starts with ~/');
const name = z.string().min(1).max(255);

/** `gatehouse.sharing`: where the desktop app listens when a person shares it with browsers. Each part is as the option of `gatehouse serve`. */
export const sharingSchema = z.strictObject({
  port: z.number().int().min(0).max(65_535).optional(),
  host: name.optional(),
  names: z.array(name).max(20).optional(),
  certificate: file.optional(),
  key: file.optional(),
  withoutTls: z.boolean().optional(),
  /** Hours. */
  signOutAfter: z.number().positive().max(9999).optional(),
});
export type SharingSetting = z.infer<typeof sharingSchema>;
