// Runs the engine apart from the page, so that the page answers while it thinks.
let own = "{}"; // profiles that came with the page
const begin = async (text) => {
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const bytes = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const go = new Go();
  const { instance } = await WebAssembly.instantiate(bytes, go.importObject);
  go.run(instance).then(() => postMessage({ failed: "the engine has stopped" }));
};
globalThis.ready = () => {
  keep(own);
  postMessage({ ready: true });
};
onmessage = (event) => {
  if (event.data.engine) {
    own = event.data.own;
    begin(event.data.engine).catch((error) => postMessage({ failed: String(error) }));
  } else postMessage({ id: event.data.id, answer: varlab(event.data.request) });
};
