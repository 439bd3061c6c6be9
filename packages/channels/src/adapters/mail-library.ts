/** The libraries of mail; the build puts them into a separate file that no other channel loads. */
export { ImapFlow } from "imapflow";
export { createTransport } from "nodemailer";
export {
  addressParser,
  decodeWords,
  default as PostalMime,
  type Email,
  type PostalMimeOptions,
} from "postal-mime";
