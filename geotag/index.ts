/** Creates copies of JPEG files with the location and names of each town of a sheet. */
export { IMAGE_BYTES } from '#engine/limits.ts';
export { findImageEnd, type ImageEndFault } from './image-end.ts';
export { createTag, nameCopies, type PlannedCopy, planCopies } from './plan-copies.ts';
export { type ImageTags, readTags } from './read-tags.ts';
export { pickSampleTowns } from './sample-towns.ts';
export { readImage, type SourceImage } from './source-image.ts';
export { tagImage } from './tag-image.ts';
export { addTownProblems, type CopyTemplates, readTowns, type Town } from './towns.ts';
export { readPlaces } from './places.ts';
