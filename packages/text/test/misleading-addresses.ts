/** Addresses on another machine that name this one somewhere. */
export const misleadingAddresses = [
  "http://author.example\\@localhost/v1",
  "http://author.example\\@127.0.0.1:8080/v1",
  "https://author.example:443\\@[::1]/v1",
  "http://localhost@author.example/v1",
  "http://localhost.author.example/v1",
  "http://me@[::1]@author.example/v1",
  "http://[::1]:80@author.example/v1",
];
