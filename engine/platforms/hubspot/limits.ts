/** One table of HubDB (https://developers.hubspot.com/docs/cms/start-building/features/storage/hubdb). */
export const hubdbLimits = { rows: 10_000, columns: 250, richTextCharacters: 65_000 } as const;
