import { z } from 'zod';
import { appStateSchema, listFailureSchema, modelAccessSchema, projectSchema } from '../project.ts';
import { preferencesSchema } from '../preferences.ts';
import { nothing, sessionId } from './fields.ts';

/** The app and its connection to the model. */
export const appCommands = {
  'app.state': { input: nothing, output: appStateSchema },
  /**
   * Sets the key and server address, for this run or, with `remember`, also for later ones. An absent field is unchanged, an empty one reverts to
   * the environment's value.
   */
  'app.setAccess': {
    input: z.strictObject({
      apiKey: z.string().max(1000).optional(),
      baseUrl: z.string().max(2000).optional(),
      model: z.string().max(200).optional(),
      remember: z.boolean().optional(),
    }),
    output: modelAccessSchema,
  },
  /** Replaces the parts that are given. */
  'app.setPreferences': { input: preferencesSchema.partial(), output: preferencesSchema },
  /** The model IDs that the server lists, or why they aren't available. */
  'models.list': {
    input: nothing,
    output: z.discriminatedUnion('type', [
      z.object({ type: z.literal('listed'), models: z.array(z.string()) }),
      z.object({ type: z.literal('failed'), why: z.string(), cause: listFailureSchema }),
    ]),
  },
  /** Copies the demo project to a fresh folder, opens it and starts its scripted session. */
  'demo.start': { input: nothing, output: z.object({ project: projectSchema, sessionId }) },
} as const;
