/** Environment variables of the build. */
interface ImportMetaEnv {
  readonly VITE_API_BASE?: string;
}
