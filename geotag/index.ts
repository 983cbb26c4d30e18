/** The door to images: a JPEG file and the towns of a sheet become copies with each town's place and names. */
export { IMAGE_BYTES } from '#engine/limits.ts';
export { findImageEnd, type ImageEndFault } from './image-end.ts';
export { createTag, nameCopies, type PlannedCopy, planCopies } from './plan-copies.ts';
export { type ImageTags, readTags } from './read-tags.ts';
export { pickSampleTowns } from './sample-towns.ts';
export { readImage, type SourceImage } from './source-image.ts';
export { tagImage } from './tag-image.ts';
export { addTownProblems, type CopyTemplates, readTowns, type Town } from './towns.ts';
export { readPlaces } from './places.ts';
