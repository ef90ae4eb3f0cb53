# varlab as one static file in an otherwise empty image (an external engine needs one with
# a shell, and with the engine):
#   docker build --tag varlab .
#   docker run --rm --volume "$PWD:/work" --user "$(id -u):$(id -g)" varlab compare
# The build context holds .git, from which the program knows its commit. For an image
# that others are to trust, name the compiler's image by its digest (it is not here, for
# nobody has yet read it from a registry):
#   docker build --build-arg GO=golang@sha256:… --tag varlab .
# The program has the same bytes whichever image it was built in (.ci/run compares).
ARG GO=golang:1.26
FROM ${GO} AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN sh .ci/build /varlab

FROM scratch
COPY --from=build /varlab /bin/varlab
ENV PATH=/bin
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["/bin/varlab"]
