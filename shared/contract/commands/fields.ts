import { z } from 'zod';

export const nothing = z.object({}).strict();
export const sessionId = z.string().min(1).max(100);
export const projectDir = z.string().min(1).max(4096);
