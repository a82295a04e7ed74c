#!/bin/sh
# Prints the tide; SendMessage is not used here.
echo high
