import { z } from 'zod';
import { folderListingSchema, projectSchema } from '../project.ts';
import { projectDir } from './fields.ts';

/** The folder a window works in. */
export const projectCommands = {
  'project.browse': { input: z.strictObject({ path: z.string().max(4096).optional() }), output: folderListingSchema },
  /** Finds a dropped folder by its name and some entries, since a browser hides the path. */
  'project.locate': {
    input: z.strictObject({ name: z.string().max(255), entries: z.array(z.string().max(255)).max(200) }),
    output: z.object({ candidates: z.array(z.string()) }),
  },
  'project.open': { input: z.strictObject({ path: projectDir }), output: projectSchema },
  'project.trust': { input: z.strictObject({ projectDir }), output: projectSchema },
  /** Ends the trust of the repository, or outside git of the folder and of those above it. Takes effect at once in open sessions. */
  'project.revokeTrust': { input: z.strictObject({ projectDir }), output: projectSchema },
} as const;
