/** Messages about projects from the specification, used by browser and server. */
export const PROJECT_TEXTS = {
  uploadFailed: 'Error uploading file. Please try again.',
  seedRequired: 'Seed Page is required',
  imagesRequired: 'At least one image is required',
  dataTooLarge: 'The data is larger than 32 MiB',
  dataRequired: 'Either Google Sheet Link or Manual Spreadsheet Data is required',
} as const;
